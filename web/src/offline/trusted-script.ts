interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * A way to vouch for the address of a worker of our own build: the content policy starts one only from such an address.
 *
 * @param name of the policy, which the server allows
 */
export function trustedScript(name: string, ours: string): () => string {
  let vouched: string | undefined;
  return () => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // absent where the browser does not have it
    if (trustedTypes === undefined) return ours;
    // A policy can be made only once.
    vouched ??= trustedTypes
      .createPolicy(name, {
        createScriptURL: (asked) => {
          if (asked !== ours) throw new TypeError(`${asked} is no worker of ours`);
          return asked;
        },
      })
      .createScriptURL(ours);
    return vouched;
  };
}
