export const ownLimitsReasons = {
  'own-cap-range':
    'Introduce un límite diario entre 0.00 y 1,000,000.00 USDC en centavos enteros; tus límites no han cambiado.',
  'break-stays':
    'Ya pediste no apostar hasta {{until:minute}}. Es posterior y no se puede acortar, así que no se cambió nada.',
  'limits-changed-or-not': 'Todavía no sabemos si tus límites cambiaron; míralos de nuevo en un momento.',
  'limits-not-recorded': 'No se pudieron guardar tus límites, así que no han cambiado; guárdalos de nuevo.',
} as const;
