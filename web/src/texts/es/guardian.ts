import type { guardian as english } from '../en/guardian.ts';
import type { TextsLike } from '../texts-like.ts';

export const guardian = {
  heading: 'Guardián',
  what: 'Los resultados aprobados esperan aquí antes de pagarse. Lo que objetes no se paga.',
  useAnother: 'Usar otra billetera',
  nobodySignedIn: 'La billetera está conectada, pero nadie ha iniciado sesión con ella.',
  notSigned:
    'Aquí eres un invitado, sin firma. Firma con tu billetera para actuar como guardián; es gratis y no mueve fondos.',
  signInAgain: 'Iniciar sesión de nuevo',
  sign: 'Firmar con tu billetera',
  theResults: 'los resultados',
  loading: 'Cargando los resultados…',
  noneInWindow: 'Ningún resultado en la ventana',
  countInWindow_one: '1 resultado en la ventana',
  countInWindow_other: '{{figure}} resultados en la ventana',
  notReadAgain: 'No se pudo volver a leer, así que puede estar desactualizado. {{why}}',
  nothing: 'Nada que revisar',
  nothingMeans: 'Un resultado está aquí desde su aprobación hasta que se paga.',
  resultsInWindow: 'Resultados en la ventana',
  objectTitle: '¿Objetar este resultado?',
  objectMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. El mercado vuelve a estar cerrado y espera otro resultado; tras la objeción de un segundo guardián queda anulado y se devuelve todo lo apostado.',
  secondObjectionMeans:
    '{{title}}. {{result}}. Todavía no se ha pagado nada. Un guardián ya objetó un resultado anterior, así que con tu objeción el mercado queda anulado al momento y se devuelve todo lo apostado. No se puede deshacer.',
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
  windowOver: 'La ventana ha terminado',
  paidIn: 'Se paga en',
  proposedBy: 'Propuesto por',
  approvedBy: 'Aprobado por',
  whatItPays: 'Lo que paga',
} as const satisfies TextsLike<typeof english>;
