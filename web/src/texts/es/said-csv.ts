import type { saidCsv as english } from '../en/said-csv.ts';
import type { TextsLike } from '../texts-like.ts';

export const saidCsv = {
  tooLarge: 'El archivo supera los 2 MB.',
  notText: 'El archivo no es un texto: contiene caracteres de control.',
  empty: 'El archivo está vacío.',
  longLine: 'La línea {{line}} supera los 64 kB.',
  brokenFirst: 'La primera fila tiene comillas donde no deben estar.',
  manyRows: 'El archivo tiene más de {{rows}} filas debajo de su encabezado.',
  manyColumns: 'El archivo tiene más de {{columns}} columnas.',
  columnTwice: 'La columna en el lugar {{place}} se llama como otra anterior.',
  unknownField: 'Se eligió una columna para un campo que los mercados no tienen.',
  columnMissing: 'Falta la columna de «{{field}}».',
  columnNotInFile: 'La columna elegida para «{{field}}» no está en el archivo.',
  columnForTwo: 'Se eligió una columna para dos campos.',
  trueOrFalse: 'Escribe true o false.',
  numbersParted: 'Escribe números separados por |, por ejemplo 60|40.',
  brokenRow:
    'Tiene comillas donde no deben estar: pon entre ellas la celda entera y escribe dos veces las de dentro.',
  sameTitle: 'La fila {{row}} tiene el mismo título.',
  manyCells: 'Tiene más celdas que el encabezado.',
  weighted: 'Unas probabilidades iniciales que no son iguales necesitan un segundo administrador.',
  cannotFund: 'El fondo de la casa tiene demasiado poco para dotarlo con {{amount}} USDC.',
  notImported: 'No se importó ningún mercado.',
  noneImported: 'No se importó ningún mercado',
  importedOne: 'Se importó 1 mercado',
  importedMany: 'Se importaron {{figure}} mercados',
  rejectedOne: '{{sentence}}; se rechazó 1 fila',
  rejectedMany: '{{sentence}}; se rechazaron {{figure}} filas',
} as const satisfies TextsLike<typeof english>;
