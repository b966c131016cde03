import type { KeySet } from './key-settings.ts';

/** What a key asks for. */
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
 * What a pressed key means on the page; null for every other key. Where it was pressed is judged elsewhere.
 *
 * @param isOn whether keys of a kind are switched on
 */
export function keyAct(pressed: Pressed, isOn: (set: KeySet) => boolean): KeyAct | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (pressed.isComposing || altKey) return null;
  if (ctrlKey !== metaKey) return !shiftKey && key.toLowerCase() === 'k' ? { kind: 'palette' } : null;
  if (ctrlKey || metaKey) return null;
  // On many keyboards signs are typed with Shift.
  if (key === '/') return isOn('signs') ? { kind: 'search' } : null;
  if (key === '?') return isOn('signs') && !pressed.repeat ? { kind: 'help' } : null;
  if (shiftKey || !isOn('letters')) return null;
  if (key === 'j') return { kind: 'card', step: 1 };
  if (key === 'k') return { kind: 'card', step: -1 };
  if (/^[1-9]$/.test(key) && !pressed.repeat) return { kind: 'outcome', place: Number(key) };
  return null;
}
