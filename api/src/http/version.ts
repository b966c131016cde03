/** Set by the build: see scripts/build-version.mjs. */
declare const VERSION_OF_BUILD: string | undefined;

/** The version of this build and its commit, such as `0.1.0+0123456789`; `unbuilt` if the sources run without a build. */
export const VERSION = typeof VERSION_OF_BUILD === 'string' ? VERSION_OF_BUILD : 'unbuilt';
