import type { legalTechnology as english } from '../en/legal-technology.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalTechnology = {
  keys: 'Tu billetera y tus claves',
  keysYours:
    'Tus claves se quedan en tu billetera. Nunca las vemos, no podemos recuperarlas ni revertir lo que firman. Quien consiga tus claves o tus palabras de recuperación puede actuar como si fueras tú. Nunca te las pedimos.',
  keysRead:
    'Antes de cada apuesta tu billetera muestra una frase con el importe, el resultado y la cuota. Léela allí, no solo en esta página: es tu última oportunidad de notar una página manipulada. Una firma por sí sola no mueve nada; permite que se registre exactamente esa única apuesta.',
  service: 'Este servicio',
  serviceStops:
    'Puede ser lento, interrumpirse o equivocarse, y puede detenerse en cualquier momento por mantenimiento o para proteger los libros. Mientras no se pueda demostrar que los libros están en orden, las apuestas se pausan y se puede seguir leyendo.',
  serviceLost:
    'Si una respuesta se pierde por el camino, puede que no sepas enseguida si una apuesta se aceptó. Enviar la misma apuesta de nuevo es seguro: se registra una vez. Tu perfil muestra lo que se registró.',
  serviceOld:
    'Los precios de una página sin conexión o que se quedó abierta pueden ser antiguos. La cuota que firmas se comprueba de nuevo.',
  serviceMistakes:
    'El programa puede contener errores. Tras un error evidente en un mercado, como dos respuestas intercambiadas, el mercado puede anularse y devolverse los importes abiertos.',
  chains: 'Cadenas, billeteras y tokens',
  chainsOthers:
    'Ethereum, BSC, Polygon, Solana, los programas de billetera y USDC los llevan terceros. Pueden fallar, bifurcarse, congestionarse, cambiar sus reglas o congelar fondos. La red que eliges en el menú de la billetera decide qué billetera firma. Una línea marcada «Referencia» se obtiene de tu firma y no es una transacción en una cadena.',
  practice: 'Billeteras de práctica',
  practiceKey:
    'Una billetera de práctica guarda en tu navegador una clave sin protección, para que puedas probarlo todo sin una extensión. Borrar los datos del navegador elimina la clave para siempre. Nunca guardes en ella nada de valor.',
} as const satisfies TextsLike<typeof english>;
