import type { guardian as english } from '../en/guardian.ts';
import type { TextsLike } from '../texts-like.ts';

export const guardian = {
  what: 'Revisa los resultados aprobados antes de que se paguen. Si objetas uno, no se paga.',
  notSigned: 'Firma con tu billetera para actuar como guardián. Gratis; no mueve fondos.',
  countInWindow_one: '1 resultado que revisar',
  countInWindow_other: '{{figure}} resultados que revisar',
  nothing: 'Nada que revisar',
  resultsInWindow: 'Resultados que revisar',
  objectTitle: '¿Objetar este resultado?',
  objectMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. El mercado espera otro resultado. La objeción de un segundo guardián lo anula y devuelve todo lo apostado.',
  secondObjectionMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. Esto anula ahora el mercado y devuelve todo lo apostado. No se puede deshacer.',
  object: 'Objetar',
  objectTo: 'Objetar el resultado de {{title}}',
  objectedTo: 'Objetaste {{title}}',
  objectedMeans: 'Este resultado no se paga. Los administradores ven tu motivo.',
  nowVoid: 'El mercado queda anulado y se devuelve todo lo apostado. Los administradores ven tu motivo.',
  notGuardian: 'Esta billetera no es de un guardián',
  notGuardianMeans: 'Usa otra billetera o pide a quien opera el servidor que añada esta.',
  windowOver: 'Ventana de objeción terminada',
  paidIn: 'Se paga en',
  approvedBy: 'Aprobado por',
} as const satisfies TextsLike<typeof english>;
