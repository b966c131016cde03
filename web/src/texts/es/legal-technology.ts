import type { legalTechnology as english } from '../en/legal-technology.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalTechnology = {
  keys: 'Tu billetera y tus claves',
  keysYours:
    'Tus claves se quedan en tu billetera. Nunca te las pedimos, y no podemos recuperarlas ni revertir lo que firman. Quien tenga tus claves o palabras de recuperación puede actuar como si fueras tú.',
  keysRead:
    'Comprueba el importe, el resultado y la cuota en tu billetera antes de cada apuesta, por si esta página estuviera manipulada. Una firma por sí sola no mueve nada; permite exactamente esa apuesta.',
  service: 'Este servicio',
  serviceStops:
    'Puede ser lento, interrumpirse, equivocarse o detenerse en cualquier momento. Mientras no se pueda demostrar que los libros están en orden, las apuestas se pausan.',
  serviceLost:
    'Si una apuesta queda sin respuesta, envíala de nuevo: se registra una sola vez. Tu perfil muestra lo que se registró.',
  serviceOld:
    'Las páginas sin conexión o antiguas pueden mostrar precios no actuales. La cuota que firmas se comprueba de nuevo.',
  serviceMistakes:
    'Tras un error evidente, como dos respuestas intercambiadas, un mercado puede anularse y devolverse los importes abiertos.',
  chains: 'Cadenas, billeteras y tokens',
  chainsOthers:
    'Ethereum, BSC, Polygon, Solana, los programas de billetera y USDC los llevan terceros. Pueden fallar, bifurcarse, congestionarse, cambiar sus reglas o congelar fondos. Una «Referencia» se obtiene de tu firma y no es una transacción de la cadena de bloques.',
  practice: 'Billeteras de práctica',
  practiceKey:
    'Una billetera de práctica guarda en tu navegador una clave sin protección. Borrar los datos del navegador la elimina para siempre. No guardes en ella nada de valor.',
} as const satisfies TextsLike<typeof english>;
