/** Whether only this machine can reach a host: `localhost` or a loopback address, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
