import type { identity as english } from '../en/identity.ts';
import type { TextsLike } from '../texts-like.ts';

export const identity = {
  adminLevel: 'Administración (nivel {{level}})',
  mayLook: 'Esta cuenta puede mirar, pero no cambiar nada. Se necesita el nivel {{level}}.',
  guest: 'Eres invitado. Firma con tu billetera para actuar como administrador. Es gratis y no mueve fondos.',
  signWithWallet: 'Firmar con tu billetera',
  useAnother: 'Usar otra billetera',
  guardian: 'Guardián',
  adminsOnly: 'Para administradores. Conecta tu billetera para continuar.',
  guardiansOnly:
    'Para guardianes, que revisan los resultados antes de que se paguen. Conecta tu billetera para continuar.',
  openAdminLink: 'Abre el enlace Admin que mostró npm start.',
  openPracticeLinks: 'Abre el enlace de una billetera de práctica que mostró npm run start:chain.',
} as const satisfies TextsLike<typeof english>;
