import type { legalRisk as english } from '../en/legal-risk.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalRisk = {
  loseAll:
    '<strong>Puedes perder todo lo que apuestes en cada apuesta.</strong> La mayoría de quienes apuestan con regularidad pierden dinero con el tiempo. Apuesta solo aquello de lo que puedas prescindir, y nunca para recuperar una pérdida.',
  edge: 'Qué significa «0% de ventaja de la casa»',
  edgeWhat:
    'En los mercados a los que pone precio nuestro propio creador de mercado no se añade margen: las probabilidades mostradas de un mercado suman el 100% y las cuotas salen directamente de ellas. Queda un costo. Las cuotas tienen dos decimales y siempre se redondean hacia abajo, nunca hacia arriba, y nunca se paga por debajo de lo que firmas. Medido en 200,000 mercados, esto se lleva de media entre el 0.2% y el 0.5% del retorno justo, y como máximo el 1%. Por debajo de una probabilidad del 5%, incluso 1 USDC mueve la cuota: ahí ambas cosas juntas se llevaron de media el 1.4% y como máximo el 2.3%. Una cuota justa de 1.857, por ejemplo, se ofrece como 1.85, un 0.4% menos. Lo que sobra del redondeo se queda en la reserva del mercado.',
  moves: 'Cómo se mueven las cuotas',
  movesCard:
    'Las cuotas de una tarjeta son para un importe de 1 USDC y valen hasta el importe indicado junto a ellas. Un importe mayor obtiene cuotas más bajas; el diálogo de la apuesta muestra cuánto antes de que firmes.',
  movesSigned:
    'Se te paga a la cuota que firmaste o a una mejor, o la apuesta no se acepta. Si entretanto el mercado ha bajado de ella, la apuesta se rechaza por cambio de cuota y no se cobra nada.',
  movesChances:
    'Las probabilidades son precios que forman las apuestas. No son pronósticos nuestros y pueden equivocarse.',
  paid: 'Cuándo se te paga',
  paidWhen:
    'Desde su primera apuesta, cada mercado aparta lo suficiente para pagar todas las apuestas gane la respuesta que gane. El pago llega cuando el mercado se liquida, lo que puede ser después de que terminen las apuestas: un resultado puede tardar, discutirse o corregirse. Si un mercado no se puede decidir, se anula, y los importes abiertos se devuelven sin cuota.',
  limits: 'Límites',
  limitsWhat:
    'Lo que apuestas cuenta para un límite diario que empieza de nuevo a medianoche UTC. Tu perfil muestra el tuyo. Además, un mercado tiene en cada momento un importe máximo, por encima del cual no acepta apuestas.',
  help: 'Ayuda con las apuestas',
  helpWhat:
    'Si apostar deja de ser una elección, habla con alguien. Estos servicios son gratuitos e independientes de nosotros:',
  helpWorld: 'En todo el mundo, en muchos idiomas: <link>Gambling Therapy</link>',
  helpBritain: 'Gran Bretaña: National Gambling Helpline, <link>0808 8020 133</link>, día y noche',
  helpStates: 'Estados Unidos: <link>1-800-GAMBLER</link>, día y noche',
  helpAustralia: 'Australia: Gambling Help Online, <link>1800 858 858</link>, día y noche',
  helpMeetings: 'Reuniones en muchos países: <link>Jugadores Anónimos</link>',
} as const satisfies TextsLike<typeof english>;
