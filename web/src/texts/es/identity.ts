import type { identity as english } from '../en/identity.ts';
import type { TextsLike } from '../texts-like.ts';

export const identity = {
  adminLevel: 'Administración (nivel {{level}})',
  nobody: 'Tu billetera está conectada, pero no has iniciado sesión.',
  mayLook: 'Esta cuenta puede mirar, pero no cambiar nada. Se necesita el nivel {{level}}.',
  guest:
    'Tu sesión es de invitado. Firma con tu billetera para actuar como administrador; es gratis y no mueve fondos.',
  signWithWallet: 'Firmar con tu billetera',
  useAnother: 'Usar otra billetera',
  guardian: 'Guardián',
  adminsOnly: 'Esta página es para administradores. Conecta tu billetera para continuar.',
  guardiansOnly:
    'Esta página es para guardianes, que revisan los resultados antes de que se paguen. Conecta tu billetera para continuar.',
  openAdminLink:
    'Abre el enlace Admin que mostró npm start: trae al administrador de práctica a esta pestaña.',
  openPracticeLinks:
    'Abre el enlace propio de una billetera de práctica, que mostró npm run start:chain, para usarla en una pestaña.',
} as const satisfies TextsLike<typeof english>;
