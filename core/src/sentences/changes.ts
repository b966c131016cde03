/** Why the server refuses an admin's change, and previews of changes. */
export const CHANGES = {
  'market-title-taken':
    'An open market already has this title. No market was created; if this is a different question, choose another title.',
  'pool-too-small':
    'The house pool has less than the {{amount:usdc}} USDC a new market needs. No market was created.',
  'weighted-needs-second':
    'Unequal starting probabilities need a second admin. No market was created; leave them out to open it with equal ones.',
  'open-until':
    'Open "{{title}}" with starting probabilities of {{shares}}, betting until {{until:minute}} and a budget of {{amount:usdc}} USDC.',
  'open-for-days':
    'Open "{{title}}" with starting probabilities of {{shares}}, betting for {{days}} days and a budget of {{amount:usdc}} USDC.',
  'settings-same':
    'The settings already have these values. No setting was changed; reject the change to close it.',
  'raise-needs-second':
    'Raising a cap or budget needs a second admin. No setting was changed; you can lower one on your own.',
  'change-settings': 'Change {{list:reasons}}.',
  'from-to': '{{what:reason}} from {{before:usdc}} to {{after:usdc}} USDC',
  'switched-on': '{{what:reason}} on',
  'switched-off': '{{what:reason}} off',
  'setting-autoImport': 'importing games by itself',
  'setting-futuresTrading': 'futures trading',
  'setting-importTotals': 'importing total scores',
  'setting-importHandicaps': 'importing handicaps',
  'setting-importBothScore': 'importing both teams to score',
  'setting-importOddEven': 'importing odd or even',
  'setting-importCorrectScores': 'importing correct scores',
  'setting-importPeriods': 'importing parts of the game',
  'setting-importOthers': 'importing other markets of a game',
  'setting-realTimePrices': 'following the prices of the feed',
  'setting-liquidityBudget': 'the budget of a new market',
  'setting-marketCap': 'the cap of a new market of the feed',
  'setting-sideMarketCap': 'the cap of a new side market of the feed',
  'setting-comboBudget': 'the budget for combos',
  'setting-gameCap': 'the cap of a new game',
  'setting-stakeCapLevel0': 'the daily stake cap of level 0',
  'setting-stakeCapLevel1': 'the daily stake cap of level 1',
  'setting-stakeCapLevel2': 'the daily stake cap of level 2',
  'cap-needs-second': 'Raising a level or a cap needs a second admin. Nothing was changed.',
  'not-your-own': "You can't change your own level or cap; nothing was changed. Ask another admin to do it.",
  'reason-length': 'Give a reason of {{min}} to {{max}} characters.',
  'level-range': 'Choose level 0 or 1; only admins have level 2.',
  'no-such-user': 'There is no such user; nothing was changed.',
  'user-same': 'The user already has this level and cap; nothing was changed.',
  'own-proposal': 'You proposed this yourself, so another admin must approve it; nothing was changed.',
  'no-such-change': 'There is no such change; nothing was changed.',
  'change-expired':
    'This change was proposed more than {{days}} days ago and has expired; nothing was changed. Propose it again if you still want it.',
  'proposer-gone':
    'The admin who proposed this is no longer an admin; nothing was changed. Propose it yourself, or reject it.',
  'change-moved':
    'This would now change something else; nothing was changed. Read it again and approve it if it is still right.',
  'days-reversed': '`from` is a later day than `to`; nothing was exported.',
  'not-a-day': '`{{name}}` must be a day such as 2026-11-30; nothing was exported.',
  'type-number': 'Type the number of markets to delete, {{figure}}. Nothing was deleted.',
  'bulk-no-such-market': 'There is no such market.',
  'bulk-twice': 'It is in the list more than once.',
  'no-market-created': '{{problem:reason}} No market was created.',
  'no-setting-changed': '{{problem:reason}} No setting was changed.',
  'nothing-changed': '{{problem:reason}} Nothing was changed.',
  'user-cap-range': 'Enter an amount between 0.00 and {{max:usdc}} USDC, in whole cents.',
  'admin-level': 'Admins always have level 2.',
  'change-cap':
    'Change the daily stake cap of {{who}} from {{before:usdc}} to {{after:usdc}} USDC{{level:reasons}}: {{reason}}',
  'keep-cap': 'Keep the daily stake cap of {{who}} at {{amount:usdc}} USDC{{level:reasons}}: {{reason}}',
  'and-level': ' and its level from {{before}} to {{after}}',
  'change-approved-already': 'This change was already approved; nothing was changed.',
  'change-rejected-already': 'This change was already rejected; nothing was changed.',
} as const;
