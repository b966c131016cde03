import type { identity as english } from '../en/identity.ts';
import type { TextsLike } from '../texts-like.ts';

export const identity = {
  adminLevel: 'Administración (nivel {{level}})',
  nobody: 'La billetera está conectada, pero nadie ha iniciado sesión con ella.',
  mayLook: 'Esta cuenta puede mirar, pero no cambiar nada. Se necesita el nivel {{level}}.',
  guest:
    'Aquí eres un invitado, sin firma. Firma con tu billetera para actuar como administrador; es gratis y no mueve fondos.',
  signWithWallet: 'Firmar con tu billetera',
  useAnother: 'Usar otra billetera',
  guardian: 'Guardián',
  adminsOnly: 'Esta parte es para quienes llevan los mercados. Conecta tu billetera para continuar.',
  guardiansOnly:
    'Esta parte es para los guardianes, que revisan los resultados antes de que se paguen. Conecta tu billetera para continuar.',
  openAdminLink:
    'Abre el enlace Admin que mostró npm start: trae al administrador de práctica a esta pestaña.',
  openPracticeLinks:
    'Cada billetera de práctica llega a una pestaña por un enlace propio, que mostró npm run start:chain.',
} as const satisfies TextsLike<typeof english>;
