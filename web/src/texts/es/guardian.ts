import type { guardian as english } from '../en/guardian.ts';
import type { TextsLike } from '../texts-like.ts';

export const guardian = {
  heading: 'Guardián',
  what: 'Los resultados aprobados esperan aquí antes de pagarse. Si objetas un resultado, no se paga.',
  useAnother: 'Usar otra billetera',
  nobodySignedIn: 'Tu billetera está conectada, pero no has iniciado sesión.',
  notSigned:
    'Tu sesión es de invitado. Firma con tu billetera para actuar como guardián; es gratis y no mueve fondos.',
  signInAgain: 'Iniciar sesión de nuevo',
  sign: 'Firmar con tu billetera',
  theResults: 'los resultados',
  loading: 'Cargando los resultados…',
  noneInWindow: 'Ningún resultado que revisar',
  countInWindow_one: '1 resultado que revisar',
  countInWindow_other: '{{figure}} resultados que revisar',
  notReadAgain: 'No se pudo actualizar, así que puede estar desactualizado. {{why}}',
  nothing: 'Nada que revisar',
  nothingMeans: 'Los resultados aparecen aquí desde que se aprueban hasta que se pagan.',
  resultsInWindow: 'Resultados que revisar',
  objectTitle: '¿Objetar este resultado?',
  objectMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. El mercado vuelve a estar cerrado y espera otro resultado. Si objeta un segundo guardián, queda anulado y se devuelve todo lo apostado.',
  secondObjectionMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. Un guardián ya objetó un resultado anterior, así que tu objeción anula ahora el mercado y se devuelve todo lo apostado. No se puede deshacer.',
  object: 'Objetar',
  objectTo: 'Objetar el resultado de {{title}}',
  objecting: 'Objetando…',
  objectedTo: 'Objetaste {{title}}',
  objectedMeans: 'Este resultado no se paga. Los administradores ven tu motivo.',
  nowVoid:
    'Este resultado no se paga: el mercado queda anulado y se devuelve todo lo apostado. Los administradores ven tu motivo.',
  notGuardian: 'Esta billetera no es de un guardián',
  notGuardianMeans:
    'Solo los guardianes ven los resultados antes de que se paguen. Usa otra billetera o pide a quien opera el servidor que haga guardián a esta.',
  windowOver: 'La ventana de objeción ha terminado',
  paidIn: 'Se paga en',
  proposedBy: 'Propuesto por',
  approvedBy: 'Aprobado por',
  whatItPays: 'Pagos',
} as const satisfies TextsLike<typeof english>;
