import { useEffect } from 'react';
import { focusCard, pickOutcome } from './card-keys.ts';
import { openFindingDialog } from './finding-dialog-store.ts';
import { type KeyAct, keyAct } from './key-act.ts';
import { areKeysOn } from './key-settings.ts';
import { SEARCH_FIELD_ID } from './search-field-id.ts';

/** Follows the keys of the page, for as long as the page is there. */
export function useKeys(): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      const act = keyAct(event, areKeysOn);
      if (act !== null && perform(act)) event.preventDefault();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

/** True where keys belong to somebody else: while something is typed or chosen, and while a dialog or menu is open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest('input, textarea, select, [contenteditable]')) return true;
  }
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** False when there is nothing to do it with: then the key stays the browser's. */
function perform(act: KeyAct): boolean {
  switch (act.kind) {
    case 'palette':
      openFindingDialog('palette');
      return true;
    case 'help':
      openFindingDialog('keys');
      return true;
    case 'search': {
      const field = document.getElementById(SEARCH_FIELD_ID);
      // Pages without a list are searched from by the palette.
      if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      } else openFindingDialog('palette');
      return true;
    }
    case 'card':
      return focusCard(act.step);
    case 'outcome':
      return pickOutcome(act.place);
  }
}
