import type { legalPrivacy as english } from '../en/legal-privacy.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalPrivacy = {
  noForm: 'No pedimos nombre, correo electrónico ni contraseña.',
  inBrowser: 'En tu navegador',
  token: 'El token de la sesión y tus datos de usuario, hasta que te desconectas.',
  lastWallet: 'Tu última dirección de billetera y red, y si cerraste la sesión, para volver a conectarte.',
  choices: 'Tu tema, idioma, formato de cuotas, lista de seguidos y confirmación de edad.',
  notices: 'Lo último que la app avisó a cada billetera usada aquí.',
  offline: 'La app y la última lista de mercados, para abrirse sin conexión.',
  practiceKey: 'La clave desechable de una billetera de práctica.',
  clearing:
    'Borrar los datos de este sitio lo elimina todo. No cargamos programas de publicidad ni de analítica.',
  onServer: 'En el servidor',
  wallet: 'La dirección y el tipo de tu billetera, tu nivel y tu límite diario de apuestas.',
  sessions:
    'Las sesiones: una huella de cada token (que vale 12 horas como máximo), la red, el inicio y el último uso. Se borran cerca de un día después de que caduque el token.',
  signedActs:
    'Las pausas de más de un día, las aprobaciones, las objeciones, y el cierre y el borrado de mercados: el texto firmado y la firma, en el registro de auditoría, para siempre.',
  bets: 'Cada apuesta: mercado, resultado, importe, cuota, momento y firma. El historial y las exportaciones muestran solo sus primeras 32 cifras, como referencia.',
  movements:
    'Cada movimiento de dinero, con tu dirección. No se puede borrar sin romper los libros de todos.',
  logs: 'Los registros de solicitudes: momento, ruta, resultado y número de solicitud. Las direcciones de red se usan para limitar el abuso.',
  withOthers: 'Con terceros',
  others:
    'El programa de tu billetera tiene su propia política. Para un saldo en Solana, tu navegador envía tu dirección a un nodo público de Solana. Quien relacione una dirección contigo puede ver su historial público.',
  asking:
    'Puedes preguntar al operador qué se guarda sobre tu dirección, pedir que se corrijan errores y oponerte a usos innecesarios. Firma con su billetera para demostrar que es tuya.',
} as const satisfies TextsLike<typeof english>;
