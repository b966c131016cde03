import type { frame as english } from '../en/frame.ts';
import type { TextsLike } from '../texts-like.ts';

export const frame = {
  skipToContent: 'Saltar al contenido',
  home: '{{product}}, inicio',
  mainNavigation: 'Principal',
  markets: 'Mercados',
  myAccount: 'Mi cuenta',
  admin: 'Administración',
  lightTheme: 'Cambiar al tema claro',
  darkTheme: 'Cambiar al tema oscuro',
  language: 'Idioma',
  languageFailed: 'No se pudo cargar el idioma',
  languageFailedWhy: 'Revisa tu conexión e inténtalo de nuevo.',
  poweredBy:
    'Funciona con un creador de mercado automático, contabilidad por partida doble y tu propia billetera.',
  demoFooter: 'Demo: todos los USDC son dinero de práctica y no se pueden retirar.',
  footerNavigation: 'Pie de página',
  legalTerms: 'Términos legales',
  transparency: 'Transparencia',
  help: 'Ayuda',
  apiDocs: 'Documentación de la API',
  status: 'Estado',
  adultsOnly: 'Solo mayores de 18',
  partMissing: 'No se pudo cargar esta parte',
  partMissingWhy:
    'Tus apuestas y tu dinero no han cambiado. Puede que no tengas conexión o que haya una versión nueva del sitio.',
  reloadPage: 'Recargar la página',
  authenticationRequired: 'Inicia sesión para continuar',
  signInToSee: 'Inicia sesión para ver tu cuenta y tus apuestas.',
  connectToSee: 'Conecta una billetera para ver tu cuenta y tus apuestas.',
  goHome: 'Ir al inicio',
} as const satisfies TextsLike<typeof english>;
