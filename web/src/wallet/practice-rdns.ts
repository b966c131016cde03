/** Every practice wallet announces itself under this prefix; that is how screens know it is not real. */
export const practiceRdnsPrefix = 'app.tallystone.practice';
/** The practice wallet whose account holds the admin level. */
export const practiceAdminRdns = `${practiceRdnsPrefix}-admin`;

export const isPracticeRdns = (rdns: string | null) => rdns?.startsWith(practiceRdnsPrefix) ?? false;
