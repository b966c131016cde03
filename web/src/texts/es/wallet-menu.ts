import type { walletMenu as english } from '../en/wallet-menu.ts';
import type { TextsLike } from '../texts-like.ts';

export const walletMenu = {
  yours: 'Tu billetera',
  connectOne: 'Conectar una billetera',
  recent: 'Reciente',
  installed: 'Instalada',
  install: 'Instalar',
  openInApp: 'Abrir en la app',
  tryDemo: 'Probar el modo demo',
  new: '¿Primera vez con billeteras?',
  walletFor: 'Billetera para {{chain}}',
  back: 'Volver',
  whatItIs:
    'Una billetera es un programa que guarda una clave secreta y firma con ella. La dirección que ves aquí es pública; la clave nunca sale de la billetera y nosotros nunca la vemos.',
  whatYouSign:
    'Inicias sesión firmando un texto corto, y firmas un texto por cada apuesta. Una firma es gratis y por sí sola no mueve fondos. Ningún sitio, ni nadie de nuestra parte, necesita jamás tu frase de recuperación.',
  whichOne:
    'MetaMask es una opción habitual para Ethereum, BSC y Polygon; Phantom, para Solana. El modo demo no necesita ninguna de las dos.',
  installName: 'Instalar {{name}}',
  installHow:
    'La página de descarga está abierta en otra pestaña. Instala la extensión y después recarga esta página.',
  openAgain: 'Abrirla de nuevo',
  orScan: 'O escanea esto con tu teléfono para abrir la página en la app de {{name}}.',
  qrCode: 'Código QR que abre esta página en la app de {{name}}',
  approveConnection: 'Aprueba la conexión en tu billetera.',
  approveChange: 'Tu billetera está en otra red. Aprueba allí el cambio.',
  approveAdding:
    'Tu billetera todavía no conoce esta red. Mostrará su nombre, su dirección y su moneda; apruébala para añadirla.',
  signingIn: 'Iniciando sesión.',
  balance: 'Saldo <amount/>',
  liveOn: 'Por ahora solo hay apuestas reales en {{chain}}.',
  viewOn: 'Ver en {{explorer}}',
  copied: 'Copiada',
  copyAddress: 'Copiar dirección',
  changeChain: 'Cambiar de red',
  toRealWallet: 'Cambiar a una billetera real',
  practiceStays:
    'Los USDC, las apuestas y el historial de práctica se quedan en la billetera de práctica. No pasan a una real.',
  leavePractice: 'Dejar la billetera de práctica',
  pickChain: 'Elige una red de práctica',
  practiceKey:
    'Una clave desechable en este navegador firma como una billetera real. El dinero son USDC de práctica.',
  practiceChainKey:
    'Una clave de la cadena de práctica de esta máquina. Sus USDC son de práctica y se mueven como los reales.',
  practiceAdmin:
    'Para probar la página de administración: una cuenta con nivel 2. Su clave llegó por el enlace Admin que mostró npm start y se queda en esta pestaña.',
  practiceWallet: 'Billetera de práctica',
  askedToSign: '{{wallet}} firmará exactamente este texto.',
  askedToSignData: '{{wallet}} firmará exactamente estos campos.',
  signedBy: 'Firmado por <address/>, una clave solo de práctica.',
  reject: 'Rechazar',
  sign: 'Firmar',
  kindOfWallet: 'Tipo de billetera',
  evmChains: 'Redes EVM',
  chain: 'Red',
  alreadyAllowed: 'Ya permitida',
  allows: '<wallet/> ya permite este sitio: <address/> en {{chain}}',
  continue: 'Continuar',
  connectName: 'Conectar {{name}}',
} as const satisfies TextsLike<typeof english>;
