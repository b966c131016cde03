/** Whether the keyboard has a command key. Only decides the key's name: both keys work everywhere. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
