/** Whether the keyboard has a command key. It only decides what a key is called: both open the palette everywhere. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
