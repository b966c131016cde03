import type { legalRisk as english } from '../en/legal-risk.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalRisk = {
  loseAll:
    '<strong>Puedes perder todo lo que apuestes en cada apuesta.</strong> La mayoría de quienes apuestan con regularidad pierden dinero con el tiempo. Apuesta solo lo que puedas permitirte perder, y nunca para recuperar una pérdida.',
  edge: 'Qué significa «0% de ventaja de la casa»',
  edgeWhat:
    'Donde nuestro propio creador de mercado fija los precios no añadimos margen: las probabilidades suman el 100% y las cuotas salen directamente de ellas, redondeadas hacia abajo a dos decimales. Medido en 200,000 mercados, el redondeo se lleva de media entre el 0.2% y el 0.5% del retorno justo, y como máximo el 1%. Por debajo de una probabilidad del 5%, incluso 1 USDC mueve la cuota: ahí ambas cosas se llevaron de media el 1.4% y como máximo el 2.3%. Nunca se paga por debajo de lo que firmas. Lo que sobra del redondeo se queda en la reserva del mercado.',
  moves: 'Cómo se mueven las cuotas',
  movesCard:
    'Las cuotas de una tarjeta valen hasta el importe indicado junto a ellas. Un importe mayor obtiene una cuota más baja, que ves antes de firmar.',
  movesSigned:
    'Se te paga a la cuota que firmaste o a una mejor. Si el mercado ha bajado de ella, la apuesta se rechaza y no se cobra nada.',
  movesChances:
    'Las probabilidades son precios que forman las apuestas, no pronósticos nuestros. Pueden equivocarse.',
  paid: 'Cuándo se te paga',
  paidWhen:
    'Desde su primera apuesta, cada mercado aparta lo suficiente para pagar todas las apuestas gane la respuesta que gane. Cobras cuando se liquida, quizá mucho después de que terminen las apuestas: un resultado puede tardar, discutirse o corregirse. Un mercado que no se puede decidir se anula, y los importes abiertos se devuelven.',
  limits: 'Límites',
  limitsWhat:
    'Tu perfil muestra tu límite diario de apuestas, que se reinicia a medianoche UTC. Además, cada mercado rechaza las apuestas que superan su importe máximo del momento.',
  help: 'Ayuda con las apuestas',
  helpWhat:
    'Si apostar deja de ser una elección, habla con alguien. Estos servicios son gratuitos e independientes de nosotros:',
  helpWorld: 'En todo el mundo: <link>Gambling Therapy</link>',
  helpBritain: 'Gran Bretaña: National Gambling Helpline, <link>0808 8020 133</link>, 24 horas',
  helpStates: 'Estados Unidos: <link>1-800-GAMBLER</link>, 24 horas',
  helpAustralia: 'Australia: Gambling Help Online, <link>1800 858 858</link>, 24 horas',
  helpMeetings: 'Reuniones en muchos países: <link>Jugadores Anónimos</link>',
} as const satisfies TextsLike<typeof english>;
