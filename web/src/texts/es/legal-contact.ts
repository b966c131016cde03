import type { legalContact as english } from '../en/legal-contact.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalContact = {
  operator:
    'Quien instaló {{product}} es responsable de él y todavía no ha publicado aquí un nombre, una dirección o una licencia. Hasta entonces, pregunta a quien te dio esta dirección.',
  before: 'Antes de escribir',
  beforeNumber: 'Si es un error, cita su número de solicitud; a veces está en «Detalles».',
  beforeBet: 'Si es una apuesta, cita su referencia y el título del mercado, que están en tu perfil.',
  beforeHolds:
    '<transparency>Transparencia</transparency> muestra lo que la casa tiene y debe, y cómo comprobar eso y tus apuestas.',
  beforeUp:
    '<status>Estado</status> muestra si el servicio funciona. La <docs>documentación de la API</docs> es para programas.',
  beforeKeys: 'Nunca envíes a nadie una clave ni tus palabras de recuperación.',
  disputes: 'Reclamaciones',
  disputesTell:
    'Si un mercado se decidió mal o una apuesta se registró mal, díselo al operador enseguida, con la referencia y lo que esperabas. Todas las apuestas, textos firmados y movimientos de dinero se conservan como prueba.',
} as const satisfies TextsLike<typeof english>;
