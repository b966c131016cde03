import { useEffect } from 'react';
import { focusCard, pickOutcome } from './card-keys.ts';
import { openFindingDialog } from './finding-dialog-store.ts';
import { type KeyAct, keyAct } from './key-act.ts';
import { areKeysOn } from './key-settings.ts';
import { SEARCH_FIELD_ID } from './search-field-id.ts';

/** Handles the page's keys while the component is mounted. */
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

/** True if keys are for something else: a form control has focus, or a dialog or menu is open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest('input, textarea, select, [contenteditable]')) return true;
  }
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Returns false if the act isn't possible, so that the browser handles the key. */
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
      // Pages without a list search with the palette.
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
