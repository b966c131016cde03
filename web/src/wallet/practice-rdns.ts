/** Every practice wallet announces itself under this prefix, so that screens can tell it from a real wallet. */
export const practiceRdnsPrefix = 'app.tallystone.practice';
/** The practice wallet whose account has the admin level. */
export const practiceAdminRdns = `${practiceRdnsPrefix}-admin`;

/** Wallets of a practice chain: `app.tallystone.practice-chain-1` and so on. */
export const practiceChainRdns = `${practiceRdnsPrefix}-chain`;

export const isPracticeRdns = (rdns: string | null) => rdns?.startsWith(practiceRdnsPrefix) ?? false;
