import type { EndpointName, httpApi } from '@tallystone/core/http-api';

type Api = typeof httpApi;

/**
 * Method and path of the calls this app makes. The compiler holds every line against `core/http-api.ts`;
 * importing that table itself would ship its request schemas, which only the server needs (10 kB gzip).
 */
export const endpoints = {
  getConfig: { method: 'GET', path: '/api/config' },
  getNonce: { method: 'GET', path: '/api/auth/nonce' },
  verifySignIn: { method: 'POST', path: '/api/auth/verify' },
  demoSignIn: { method: 'POST', path: '/api/auth/demo' },
  logout: { method: 'POST', path: '/api/auth/logout' },
  listMarkets: { method: 'GET', path: '/api/markets' },
  getMarket: { method: 'GET', path: '/api/markets/:id' },
  getQuote: { method: 'GET', path: '/api/markets/:id/quote' },
  getProfile: { method: 'GET', path: '/api/user/profile' },
  listBets: { method: 'GET', path: '/api/user/bets' },
  getLimits: { method: 'GET', path: '/api/user/limits' },
  placeBet: { method: 'POST', path: '/api/bets' },
  refreshMarkets: { method: 'POST', path: '/api/admin/refresh-markets' },
  getAzuroData: { method: 'GET', path: '/api/azuro/comprehensive-data' },
  syncAzuro: { method: 'POST', path: '/api/admin/sync-azuro' },
  importGames: { method: 'POST', path: '/api/admin/import-azuro-bulk' },
  getMarketStats: { method: 'GET', path: '/api/admin/market-stats' },
  getAnalytics: { method: 'GET', path: '/api/admin/analytics' },
  getSettings: { method: 'GET', path: '/api/admin/settings' },
  changeSettings: { method: 'PUT', path: '/api/admin/settings' },
  listAudit: { method: 'GET', path: '/api/admin/audit' },
  listUsers: { method: 'GET', path: '/api/admin/users' },
  changeUser: { method: 'POST', path: '/api/admin/users/:id' },
  listAdminMarkets: { method: 'GET', path: '/api/admin/markets' },
  bulkMarkets: { method: 'POST', path: '/api/admin/markets/bulk' },
  createMarket: { method: 'POST', path: '/api/admin/create-market' },
  importCsv: { method: 'POST', path: '/api/admin/import-csv' },
} as const satisfies { [N in EndpointName]?: { method: Api[N]['method']; path: Api[N]['path'] } };
