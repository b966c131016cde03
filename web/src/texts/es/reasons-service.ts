export const serviceReasons = {
  'sign-in': 'Inicia sesión para hacer esto.',
  'level-needed': 'Para hacer esto se necesita el nivel 2.',
  'only-guardian': 'Esto solo lo puede hacer un guardián.',
  'sign-with-wallet': 'Inicia sesión con tu billetera para hacer esto.',
  'no-guest': 'Esta billetera no puede continuar como invitada ahora. Inicia sesión con ella.',
  'not-a-wallet-address': 'Esa dirección de billetera no es válida.',
  'other-kind-of-wallet': 'Esta dirección es de otro tipo de billetera.',
  'wallet-is-contract':
    'Esta billetera es un contrato, y por ahora las apuestas reales necesitan una billetera con clave propia; conecta otra billetera.',
  'wallet-code-refuses':
    'El código en el que delega tu billetera rechaza las firmas de su propia clave, así que no se puede pagar con ella ninguna apuesta real; quita la delegación en tu billetera o conecta otra.',
  'signature-needed':
    'Esto no se puede deshacer, así que tu billetera debe firmarlo; no se cambió nada. Confírmalo otra vez y firma en tu billetera.',
  'no-such-session': 'No tienes esa sesión; no se cerró ninguna.',
  'answer-lost':
    'Se perdió la respuesta de la base de datos; envía la misma solicitud de nuevo para saber qué pasó.',
  internal: 'Algo salió mal de nuestro lado.',
  'request-too-large': 'La solicitud es demasiado grande.',
  'nothing-here': 'En esta dirección no hay nada.',
  malformed: 'La solicitud está mal formada.',
  'too-much-going-on': 'El servidor está demasiado ocupado ahora; inténtalo de nuevo en un momento.',
  'no-database': 'El servicio no alcanza su base de datos; inténtalo de nuevo en un momento.',
  'no-recording': 'El servicio no puede guardar nada ahora; inténtalo de nuevo en un momento.',
  'cross-site': 'Se rechazan las solicitudes desde otros sitios.',
  stopping: 'El servidor se está deteniendo; inténtalo de nuevo en un momento.',
  'request-too-slow': 'La solicitud tardó demasiado en llegar.',
  'too-many-own-streams':
    'Ya tienes abiertas actualizaciones en vivo en {{places}} lugares; cierra alguna o inténtalo de nuevo en {{seconds}} segundos.',
  'too-many-network-streams':
    'Tu red ya tiene abiertas actualizaciones en vivo en {{places}} lugares; cierra alguna o inténtalo de nuevo en {{seconds}} segundos.',
  'too-many-network-connections':
    'Tu red ya tiene {{connections}} conexiones abiertas aquí; cierra alguna e inténtalo de nuevo en {{seconds}} segundos.',
  'too-many-network-requests':
    'Tu red ya espera {{answers}} respuestas; inténtalo de nuevo en {{seconds}} segundo.',
  'too-many-connections':
    'Hay demasiadas conexiones abiertas ahora; inténtalo de nuevo en {{seconds}} segundos.',
  'too-many-streams':
    'Demasiadas personas siguen los mercados ahora; inténtalo de nuevo en {{seconds}} segundos.',
  'too-many-pictures': 'Se piden demasiadas imágenes a la vez; inténtalo de nuevo en un momento.',
  'sign-in-expired':
    'La solicitud de inicio de sesión ha caducado o era para otra billetera; inicia sesión de nuevo.',
  'sign-in-signature':
    'La firma no corresponde a esta billetera y a esta solicitud de inicio de sesión; inicia sesión de nuevo.',
  'sign-in-used': 'Esta solicitud de inicio de sesión ya se usó; inicia sesión de nuevo.',
  'act-expired':
    'La solicitud de firma ha caducado o era para otra billetera u otro sitio, así que no se cambió nada; confirma y firma de nuevo.',
  'act-signature': 'Tu billetera firmó otra cosa, así que no se cambió nada; confirma y firma de nuevo.',
  'act-used': 'Esta firma ya se usó, así que no se cambió nada; confirma y firma de nuevo.',
  'too-many-requests-second': 'Demasiadas solicitudes; inténtalo de nuevo en 1 segundo.',
  'too-many-requests': 'Demasiadas solicitudes; inténtalo de nuevo en {{seconds}} segundos.',
} as const;
