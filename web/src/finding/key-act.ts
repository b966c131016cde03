import type { KeySet } from './key-settings.ts';

/** The act of a key. */
export type KeyAct =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'search' }
  | { kind: 'card'; step: 1 | -1 }
  | { kind: 'outcome'; place: number };

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat'
>;

/**
 * The act of a pressed key; null for every other key. The caller checks where it was pressed.
 *
 * @param isOn whether keys of a set are switched on
 */
export function keyAct(pressed: Pressed, isOn: (set: KeySet) => boolean): KeyAct | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (pressed.isComposing || altKey) return null;
  if (ctrlKey !== metaKey) return !shiftKey && key.toLowerCase() === 'k' ? { kind: 'palette' } : null;
  if (ctrlKey || metaKey) return null;
  // On many keyboards these need Shift.
  if (key === '/') return isOn('signs') ? { kind: 'search' } : null;
  if (key === '?') return isOn('signs') && !pressed.repeat ? { kind: 'help' } : null;
  if (shiftKey || !isOn('letters')) return null;
  if (key === 'j') return { kind: 'card', step: 1 };
  if (key === 'k') return { kind: 'card', step: -1 };
  if (/^[1-9]$/.test(key) && !pressed.repeat) return { kind: 'outcome', place: Number(key) };
  return null;
}
