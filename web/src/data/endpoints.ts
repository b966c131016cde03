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
  getCashOut: { method: 'GET', path: '/api/bets/:id/cash-out' },
  cashOut: { method: 'POST', path: '/api/bets/:id/cash-out' },
  getReceipt: { method: 'GET', path: '/api/receipts/:betId' },
  getStatement: { method: 'GET', path: '/api/user/statement' },
  getProfit: { method: 'GET', path: '/api/user/profit' },
  changeLimits: { method: 'PUT', path: '/api/user/limits' },
  takeBreak: { method: 'POST', path: '/api/user/break' },
  getSolvency: { method: 'GET', path: '/api/solvency' },
  listGuarded: { method: 'GET', path: '/api/guardian/resolutions' },
  objectToResult: { method: 'POST', path: '/api/guardian/resolutions/:id/object' },
  getResultsQueue: { method: 'GET', path: '/api/admin/results' },
  resolveMarket: { method: 'POST', path: '/api/admin/markets/:id/resolve' },
  voidMarket: { method: 'POST', path: '/api/admin/markets/:id/void' },
  approveResolution: { method: 'POST', path: '/api/admin/markets/:id/approve' },
  undoResolution: { method: 'POST', path: '/api/admin/markets/:id/undo' },
  approveChange: { method: 'POST', path: '/api/admin/changes/:id/approve' },
  rejectChange: { method: 'POST', path: '/api/admin/changes/:id/reject' },
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
