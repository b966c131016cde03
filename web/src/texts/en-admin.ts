/** English texts of the dashboard and the guardian page, by area. */
export { adminAnalytics } from './en/admin-analytics.ts';
export { adminAudit } from './en/admin-audit.ts';
export { adminAzuro } from './en/admin-azuro.ts';
export { adminBulk } from './en/admin-bulk.ts';
export { adminCreate } from './en/admin-create.ts';
export { adminCsv } from './en/admin-csv.ts';
export { adminEnding } from './en/admin-ending.ts';
export { adminFrame } from './en/admin-frame.ts';
export { adminMarkets } from './en/admin-markets.ts';
export { adminResults } from './en/admin-results.ts';
export { adminRisk } from './en/admin-risk.ts';
export { adminSettings } from './en/admin-settings.ts';
export { adminUsers } from './en/admin-users.ts';
export { guardian } from './en/guardian.ts';
