import type { legalPrivacy as english } from '../en/legal-privacy.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalPrivacy = {
  noForm:
    'No hay formulario de registro: no pedimos nombre, correo electrónico ni contraseña. Lo que guardamos resulta de lo que haces.',
  inBrowser: 'En tu navegador',
  token: 'El token de la sesión y tus datos de usuario, desde que inicias sesión hasta que te desconectas.',
  lastWallet:
    'La dirección de la billetera y la red que usaste la última vez, para que la página pueda volver a conectarse, y que cerraste la sesión, para que no la inicie de nuevo.',
  choices:
    'El tema, el idioma y el formato de cuotas que elegiste, los mercados de tu lista de seguidos, y que confirmaste tu edad.',
  notices: 'De cada billetera que usaste aquí, lo último que te avisó la app.',
  offline: 'La propia app y la última lista de mercados, para que se abra sin conexión.',
  practiceKey:
    'Con una billetera de práctica, su clave desechable. Solo controla dinero de práctica; nunca envíes nada de valor a su dirección.',
  clearing:
    'Borrar los datos de este sitio en tu navegador lo elimina todo. No se carga ningún programa de publicidad ni de analítica.',
  onServer: 'En el servidor',
  wallet: 'La dirección de tu billetera, su tipo, tu nivel y tu límite diario de apuestas.',
  sessions:
    'Las sesiones: una huella de cada token, que vale 12 horas como máximo, con la red, el inicio y el último uso de la sesión. Todo ello se borra cerca de un día después de que el token hubiera caducado.',
  signedActs:
    'Las pausas de más de un día, las aprobaciones de resultados y de cambios, las objeciones a resultados, y el cierre y el borrado de mercados: el texto que firmaste y tu firma, en el registro de auditoría. A él solo se añaden filas.',
  bets: 'Cada apuesta: mercado, resultado, importe, cuota, momento y la firma que diste. El historial y las exportaciones llevan solo sus primeras 32 cifras, como referencia de la apuesta.',
  movements:
    'Cada movimiento de dinero, como un asiento en los libros. Los asientos solo se añaden. No se pueden borrar a petición sin romper los libros de todos, pero no dicen de ti más que una dirección.',
  logs: 'Los registros de solicitudes: momento, ruta, resultado y un número de solicitud. Las direcciones de red se usan para limitar el abuso.',
  withOthers: 'Con terceros',
  others:
    'El programa de tu billetera ve lo que se le pide firmar y sigue su propia política. Para mostrar un saldo en Solana, tu navegador pregunta a un nodo público de Solana, que ve tu dirección. Las direcciones son seudónimos, no secretos: quien pueda relacionar una dirección contigo puede relacionar también su historial público.',
  asking:
    'Puedes preguntar al operador qué se guarda sobre tu dirección, pedir que se corrijan errores y oponerte a usos que no hagan falta para prestar el servicio. Para demostrar que la dirección es tuya, firma con su billetera.',
} as const satisfies TextsLike<typeof english>;
