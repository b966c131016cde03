import { expect, test } from 'vitest';
import { keyAct } from './key-act.ts';

const pressed = (given: Partial<KeyboardEvent>) => ({
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  ...given,
});
const all = () => true;
const none = () => false;

test.each([
  [{ key: 'k', ctrlKey: true }, { kind: 'palette' }],
  [{ key: 'k', metaKey: true }, { kind: 'palette' }],
  // Caps lock.
  [{ key: 'K', ctrlKey: true }, { kind: 'palette' }],
  [{ key: 'k', ctrlKey: true, metaKey: true }, null],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, null],
  [{ key: 'k', ctrlKey: true, altKey: true }, null],
  [{ key: '/' }, { kind: 'search' }],
  [{ key: '/', shiftKey: true }, { kind: 'search' }],
  [{ key: '/', ctrlKey: true }, null],
  [{ key: '?', shiftKey: true }, { kind: 'help' }],
  [{ key: '?', repeat: true }, null],
  [{ key: 'j' }, { kind: 'card', step: 1 }],
  [{ key: 'k' }, { kind: 'card', step: -1 }],
  [{ key: 'J', shiftKey: true }, null],
  [{ key: '1' }, { kind: 'outcome', place: 1 }],
  [{ key: '9' }, { kind: 'outcome', place: 9 }],
  [{ key: '0' }, null],
  // Holding the key doesn't open a second bet.
  [{ key: '1', repeat: true }, null],
  [{ key: 'a' }, null],
  [{ key: 'Enter' }, null],
  [{ key: 'k', ctrlKey: true, isComposing: true }, null],
] as const)('%j with all keys on', (given, act) => {
  expect(keyAct(pressed(given), all)).toEqual(act);
});

test.each([['/'], ['?'], ['j'], ['k'], ['1']])('%s does nothing while switched off', (key) => {
  expect(keyAct(pressed({ key }), none)).toBeNull();
});

test("the palette needs a modifier key and can't be switched off", () => {
  expect(keyAct(pressed({ key: 'k', ctrlKey: true }), none)).toEqual({ kind: 'palette' });
});

test('letters and signs are switched separately', () => {
  expect(keyAct(pressed({ key: '/' }), (set) => set === 'letters')).toBeNull();
  expect(keyAct(pressed({ key: 'j' }), (set) => set === 'signs')).toBeNull();
});
