interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * Makes a trusted URL for a worker of our own build: the content policy starts workers only from trusted URLs.
 *
 * @param name the policy's name, which the server's content policy allows
 */
export function trustedScript(name: string, ours: string): () => string {
  let trusted: string | undefined;
  return () => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // missing in some browsers
    if (trustedTypes === undefined) return ours;
    // A policy can be created only once.
    trusted ??= trustedTypes
      .createPolicy(name, {
        createScriptURL: (asked) => {
          if (asked !== ours) throw new TypeError(`${asked} is no worker of ours`);
          return asked;
        },
      })
      .createScriptURL(ours);
    return trusted;
  };
}
