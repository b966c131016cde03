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
    '{{product}} es un programa para mercados de predicción basados en la habilidad. Apuestas un importe a una respuesta de una pregunta, a una cuota que has visto y firmado. Un importe que gana devuelve importe por cuota; uno que pierde no devuelve nada.',
  regulationModes:
    'En el modo demo, que se indica en el pie de página y en la página de inicio, cada importe son USDC de práctica. No tienen valor, no se pueden comprar, vender ni retirar, y no se debe ninguna ganancia por ellos. Los mercados de práctica son inventados.',
  regulationOperator:
    'Un operador que acepte apuestas con valor debe tener las licencias y los registros necesarios y nombrarlos en esta página. Si en <contact>Información de contacto</contact> no figuran ni operador ni licencia, no envíes a este sitio nada de valor.',
  regulationNoAdvice:
    'Nada de esto es asesoramiento financiero, jurídico o fiscal, ni una oferta de un instrumento financiero. «Basados en la habilidad» y «no juegos de azar» describen cómo funcionan estos mercados. Prevalece la ley de donde estés, que puede clasificarlos como juegos de azar o derivados.',
  ageLeast: 'Debes tener al menos 18 años para usar este sitio, o más donde la ley lo exija.',
  ageConfirming:
    'Confirmas tu edad antes de la primera apuesta. Es tu propia declaración, no una verificación de identidad, y vale solo para el navegador que la guarda. Cerrar el aviso no confirma nada. Un operador que acepte apuestas con valor puede pedirte documentos antes de aceptar una apuesta o pagar una ganancia.',
  ageSharing:
    'Si compartes un dispositivo con un menor de 18 años, desconecta y bloquea tu billetera cuando te vayas. Una apuesta firmada con tu billetera cuenta como tuya.',
  placesWhere:
    'Algunos lugares restringen o prohíben los mercados de predicción y las apuestas. Usa este sitio solo donde la ley te lo permita. Es tu responsabilidad saber si es así.',
  placesNoChecks:
    'El programa no detecta dónde estás, pero un operador puede añadir controles de ubicación o negar el servicio. Eludir un control, por ejemplo con un proxy o una declaración falsa, incumple estos términos; las apuestas abiertas pueden entonces anularse y sus importes devolverse.',
  placesSanctions:
    'No puedes usar el sitio si tú o el lugar donde estás están sujetos a sanciones según la ley que se aplique al operador o a ti.',
} as const satisfies TextsLike<typeof english>;
