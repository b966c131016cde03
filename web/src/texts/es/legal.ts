import type { legal as english } from '../en/legal.ts';
import type { TextsLike } from '../texts-like.ts';

export const legal = {
  title: 'Términos legales',
  pageTitle: 'Aviso legal',
  lead: 'Lo que aceptas al usar {{product}}. Último cambio: <date/>.',
  lastChanged: '26 de noviembre de 2026',
  contents: 'Contenido',
  regulatoryDisclaimer: 'Aviso regulatorio',
  ageVerification: 'Verificación de edad',
  geographicRestrictions: 'Restricciones geográficas',
  privacyDataProtection: 'Privacidad y protección de datos',
  riskDisclosure: 'Advertencia de riesgos',
  technologyRisks: 'Riesgos de la tecnología',
  contactInformation: 'Información de contacto',
  regulationWhat:
    '{{product}} es un programa para mercados de predicción basados en la habilidad. Apuestas a una respuesta de una pregunta, a una cuota que firmas. Si ganas, recibes importe por cuota; si pierdes, nada.',
  regulationModes:
    'En el modo demo, indicado en el pie de página y en la página de inicio, los importes son USDC de práctica sin valor: no se pueden comprar, vender ni retirar, y no dan ganancias. Los mercados de práctica son inventados.',
  regulationOperator:
    'Un operador que acepte apuestas con valor debe tener las licencias y los registros necesarios y nombrarlos aquí. Si en <contact>Información de contacto</contact> no figuran ni operador ni licencia, no envíes a este sitio nada de valor.',
  regulationNoAdvice:
    'Nada de esto es asesoramiento financiero, jurídico o fiscal, ni una oferta de un instrumento financiero. «Basados en la habilidad» y «no juegos de azar» describen cómo funcionan estos mercados. Prevalece tu ley local, que puede considerarlos juegos de azar o derivados.',
  ageLeast: 'Debes tener al menos 18 años para usar este sitio, o más donde la ley lo exija.',
  ageConfirming:
    'Confirmas tu edad antes de la primera apuesta. Es tu propia declaración, no una verificación de identidad, y vale solo para este navegador. Cerrar el aviso no confirma nada. Un operador que acepte apuestas con valor puede pedirte documentos antes de aceptar una apuesta o pagar una ganancia.',
  ageSharing:
    'Bloquea y desconecta tu billetera antes de que un menor de 18 años use tu dispositivo. Una apuesta firmada con tu billetera cuenta como tuya.',
  placesWhere:
    'Algunos lugares restringen o prohíben los mercados de predicción y las apuestas. Es tu responsabilidad usar este sitio solo donde la ley lo permita.',
  placesNoChecks:
    'El programa no detecta tu ubicación. Un operador puede comprobarla o negar el servicio. Eludir un control, por ejemplo con un proxy, incumple estos términos, igual que una declaración falsa; las apuestas abiertas pueden entonces anularse y devolverse.',
  placesSanctions:
    'No puedes usar el sitio si tú o el lugar donde estás sufren sanciones según una ley que se aplique a ti o al operador.',
} as const satisfies TextsLike<typeof english>;
