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
  apply: 'Aplicar acción',
  selected: 'Selección: {{figure}}',
  notShown: 'fuera de la lista: {{figure}}',
  nothingChanged: 'No se cambió nada',
  closeTitle: '¿Cerrar ahora {{markets}}?',
  closeMeans: 'Las apuestas terminan para siempre. Todas las apuestas siguen en pie hasta el resultado.',
  deleteTitle: '¿Eliminar {{markets}}?',
  deleteSkips: 'No se puede deshacer. Estos tienen apuestas y se omitirán. Archívalos en su lugar.',
  deleteMeans: 'No se puede deshacer. No tienen apuestas abiertas.',
  andSkipped: '{{done}}; omitidos: {{figure}}',
  typeToConfirm: 'Escribe {{figure}} para confirmar',
} as const satisfies TextsLike<typeof english>;
