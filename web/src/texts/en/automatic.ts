/** The automatic cash-out of an open bet, where the bet is listed. */
export const automatic = {
  cashesOutAt: 'Cashes out at {{amount}}',
  change: 'Change',
  set: 'Automatic cash-out',
  ofBet: 'the automatic cash-out of {{amount}} on {{outcome}}',
} as const;
