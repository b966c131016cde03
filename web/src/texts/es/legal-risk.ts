import type { legalRisk as english } from '../en/legal-risk.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalRisk = {
  loseAll:
    '<strong>Puedes perder todo lo que apuestes en cada apuesta.</strong> La mayoría de quienes apuestan con regularidad pierden dinero con el tiempo. Apuesta solo lo que puedas permitirte perder, nunca para recuperar una pérdida.',
  edge: 'Qué significa «0% de ventaja de la casa»',
  edgeWhat:
    'Donde nuestro propio creador de mercado fija los precios no añadimos margen: las probabilidades suman el 100% y dan las cuotas, redondeadas hacia abajo a dos decimales. En 200,000 mercados, el redondeo se llevó de media entre el 0.2% y el 0.5% del retorno justo, como máximo el 1%. Por debajo de una probabilidad del 5%, incluso 1 USDC mueve la cuota: ahí ambas cosas se llevaron de media el 1.4%, como máximo el 2.3%. Nunca se paga por debajo de lo que firmas. El redondeo se queda en la reserva del mercado.',
  moves: 'Cómo se mueven las cuotas',
  movesCard:
    'Las cuotas de una tarjeta valen hasta el importe indicado. Un importe mayor obtiene una cuota más baja, que ves antes de firmar.',
  movesSigned: 'Obtienes la cuota que firmaste o una mejor; si no, la apuesta se rechaza y no se cobra nada.',
  movesChances:
    'Las probabilidades son precios que forman las apuestas, no pronósticos nuestros. Pueden equivocarse.',
  paid: 'Cuándo se te paga',
  paidWhen:
    'Desde su primera apuesta, cada mercado aparta lo suficiente para pagar todas las apuestas gane la respuesta que gane. Cobras cuando se liquida, quizá mucho después de que terminen las apuestas: los resultados pueden tardar, discutirse o corregirse. Los mercados que no se pueden decidir se anulan y los importes abiertos se devuelven.',
  limits: 'Límites',
  limitsWhat:
    'Tu perfil muestra tu límite diario de apuestas, que se reinicia a medianoche UTC. Los mercados también rechazan apuestas por encima de su importe máximo actual.',
  help: 'Ayuda con las apuestas',
  helpWhat:
    'Si apostar deja de ser una elección, habla con alguien. Son servicios gratuitos e independientes de nosotros:',
  helpWorld: 'En todo el mundo: <link>Gambling Therapy</link>',
  helpBritain: 'Gran Bretaña: National Gambling Helpline, <link>0808 8020 133</link>, 24 horas',
  helpStates: 'Estados Unidos: <link>1-800-GAMBLER</link>, 24 horas',
  helpAustralia: 'Australia: Gambling Help Online, <link>1800 858 858</link>, 24 horas',
  helpMeetings: 'Reuniones en muchos países: <link>Jugadores Anónimos</link>',
} as const satisfies TextsLike<typeof english>;
