export const ownLimitsReasons = {
  'own-cap-range':
    'Un límite diario es un importe entre 0.00 y 1,000,000.00 USDC en centavos enteros, así que tus límites siguen como están; introduce un importe así.',
  'break-stays':
    'Pediste no apostar hasta {{until:minute}}, lo que no se puede acortar y es posterior a lo que pides ahora, así que sigue como está.',
  'limits-changed-or-not':
    'Todavía no podemos saber si tus límites cambiaron; míralos de nuevo en un momento.',
  'limits-not-recorded':
    'No se pudieron registrar tus límites, así que siguen como están; envíalos de nuevo.',
} as const;
