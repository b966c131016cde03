/** A setting is missing, malformed or contradicts another one. The message names it. */
export class ConfigError extends Error {}
