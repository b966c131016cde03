import type { wallet as english } from '../en/wallet.ts';
import type { TextsLike } from '../texts-like.ts';

export const wallet = {
  connect: 'Conectar billetera',
  check: 'Mira tu billetera',
  checkSentence: 'Mira tu billetera.',
  disconnect: 'Desconectar',
  signInAgain: 'Iniciar sesión de nuevo',
  notSignedIn: 'Sin sesión iniciada',
  guest: 'Invitado',
  practiceMoney: 'de práctica',
  guestOffer:
    'Rechazaste la firma, así que no puedes abrir la cuenta de esta billetera. Puedes continuar como invitado con dinero de práctica. Una cuenta de invitado termina cuando la dejas, o a las 12 horas, y no se puede volver a abrir.',
  goOnAsGuest: 'Continuar como invitado',
  browserWallet: 'Billetera del navegador',
  yourWallet: 'tu billetera',
  panelMissing: 'No se pudieron cargar las billeteras. Revisa tu conexión y recarga la página.',
  partMissing: 'No se pudo cargar una parte de esta página. Revisa tu conexión y recarga la página.',
  proveAddress: 'Firma para demostrar que esta dirección es tuya. Es gratis y no mueve fondos.',
  nothingConnected: 'No se conectó nada. Inténtalo de nuevo cuando quieras.',
  notFoundInstall: 'No se encontró la billetera {{name}}. Instala la extensión.',
  notFound: 'No se encontró la billetera {{name}}',
  signingNotSupported: 'La billetera no puede firmar',
  noneConnected: 'No hay ninguna billetera conectada. Conecta primero tu billetera.',
  noEthereumAccounts: 'No hay cuentas de Ethereum disponibles',
  noneSupported: 'No hay ninguna billetera compatible conectada',
  rejected: 'Rechazaste la transacción',
  requestOpen: 'Ya hay una solicitud abierta en tu billetera. Ábrela para continuar.',
  failed: 'La transacción falló',
  noPublicKey: '{{name}} no devolvió ninguna clave pública.',
  noSignature: '{{name}} no devolvió ninguna firma.',
  noSignatureAtAll: 'La billetera no devolvió ninguna firma.',
  notOneKey:
    'Esta billetera no firma con una sola clave, como lo pide el USDC para las apuestas reales. Usa otra billetera.',
  didNotChange: 'La billetera no cambió a {{chain}}.',
  signInCancelled: 'Se canceló el inicio de sesión.',
  otherAccount: 'Tu billetera está en otra cuenta. Vuelve a la anterior o inicia sesión con esa cuenta.',
  otherChain: 'Tu billetera está en otra red. Vuelve a {{chain}} o inicia sesión de nuevo.',
  nowOtherAccount:
    'Tu billetera muestra ahora otra cuenta. No se puede apostar hasta que vuelvas a {{expected}} o inicies sesión con la nueva.',
  nowOtherChain:
    'Tu billetera está en {{now}} y tu sesión es de {{expected}}. No se puede apostar hasta que vuelvas o inicies sesión de nuevo.',
  unofferedChain: 'una red que no ofrecemos',
  switchBackTo: 'Volver a {{chain}}',
  signInOn: 'Iniciar sesión en {{chain}}',
  signInAs: 'Iniciar sesión como {{address}}',
} as const satisfies TextsLike<typeof english>;
