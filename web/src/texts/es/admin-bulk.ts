import type { adminBulk as english } from '../en/admin-bulk.ts';
import type { TextsLike } from '../texts-like.ts';

export const adminBulk = {
  action: 'Acción en bloque',
  enable: 'Activar',
  disable: 'Desactivar',
  close: 'Cerrar ahora',
  archive: 'Archivar',
  delete: 'Eliminar',
  restore: 'Restaurar',
  applying: 'Aplicando…',
  apply: 'Aplicar acción',
  nothingSelected: 'Nada seleccionado',
  selected_one: '1 seleccionado',
  selected_other: '{{figure}} seleccionados',
  selectedHidden_one: '1 seleccionado, {{hidden}} de ellos fuera de esta lista',
  selectedHidden_other: '{{figure}} seleccionados, {{hidden}} de ellos fuera de esta lista',
  nothingChanged: 'No se cambió nada',
  closeTitle_one: '¿Cerrar este mercado ahora?',
  closeTitle_other: '¿Cerrar ahora {{figure}} mercados?',
  closeMeans_one:
    'Las apuestas terminan al momento y no se pueden volver a abrir. Cada apuesta queda como está; el mercado espera después su resultado.',
  closeMeans_other:
    'Las apuestas terminan al momento y no se pueden volver a abrir. Cada apuesta queda como está; cada mercado espera después su resultado.',
  closing: 'Cerrando…',
  deleteTitle_one: '¿Eliminar 1 mercado?',
  deleteTitle_other: '¿Eliminar {{figure}} mercados?',
  deleteMeans: 'No se puede deshacer. No tienen apuestas abiertas.',
  deleteSkips_one:
    'No se puede deshacer. 1 de ellos tiene apuestas ({{bets}} en total): los mercados con apuestas solo se pueden archivar y se omitirán.',
  deleteSkips_other:
    'No se puede deshacer. {{figure}} de ellos tienen apuestas ({{bets}} en total): los mercados con apuestas solo se pueden archivar y se omitirán.',
  deleting: 'Eliminando…',
  typeToConfirm: 'Escribe {{figure}} para confirmar',
  showAllSkipped: 'Mostrar los {{figure}} omitidos',
} as const satisfies TextsLike<typeof english>;
