import type { legal as english } from '../en/legal.ts';
import type { TextsLike } from '../texts-like.ts';

export const legal = {
  title: 'Términos legales',
  pageTitle: 'Aviso legal',
  lead: 'Lo que aceptas al usar {{product}} y lo que conviene saber antes de apostar nada. Último cambio: <date/>.',
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
    '{{product}} es un programa para mercados de predicción basados en la habilidad. Un mercado es una pregunta sobre un acontecimiento con un conjunto fijo de respuestas. Apuestas un importe a una respuesta, a una cuota que has visto y firmado; cuando la pregunta se decide, un importe que gana devuelve importe por cuota y uno que pierde no devuelve nada.',
  regulationModes:
    'El mismo programa lo pueden usar distintos operadores y en dos modos. En el modo demo cada importe son USDC de práctica: los reparte el programa, no tienen valor, no se pueden comprar, vender ni retirar, y no se debe ninguna ganancia por ellos. Los mercados de práctica son inventados: ningún hecho real los decide. En el modo demo, el pie de página y la página de inicio lo dicen.',
  regulationOperator:
    'El operador de una instalación que acepte apuestas con valor es responsable de tener las licencias y los registros que le correspondan y de nombrarlos en esta página. Si en <contact>Información de contacto</contact> no figuran ni operador ni licencia, trata esta instalación como una demostración y no le envíes nada de valor.',
  regulationNoAdvice:
    'Nada de esto es asesoramiento financiero, jurídico o fiscal, ni una oferta de un valor o de un instrumento financiero. Algunos lugares clasifican los mercados de predicción como juegos de azar, como derivados o como ninguna de las dos cosas; las expresiones «basados en la habilidad» y «no juegos de azar» describen cómo funcionan estos mercados y no prevalecen sobre la ley de donde estés.',
  ageLeast:
    'Debes tener al menos 18 años para usar este sitio. Donde la ley fije una edad mayor para este tipo de actividad, se aplica esa edad.',
  ageConfirming:
    'Antes de la primera apuesta se te pide que confirmes tu edad. La confirmación se guarda en tu navegador y vale solo para ese navegador; cerrar el aviso sin confirmar lo oculta hasta que termine la sesión y no confirma nada. Una confirmación es tu propia declaración. No es una verificación de identidad, y un operador que acepte apuestas con valor puede tener que pedirte documentos antes de aceptar una apuesta o pagar una ganancia.',
  ageSharing:
    'Si compartes un dispositivo con alguien menor de 18 años, desconecta tu billetera y bloquéala cuando te vayas. No dejes que un menor apueste con tu billetera: una apuesta firmada cuenta como tuya.',
  placesWhere:
    'Los mercados de predicción y las apuestas están restringidos o prohibidos en varios países, estados y territorios. Solo puedes usar este sitio donde la ley te lo permita, y es tu responsabilidad saber si es así.',
  placesNoChecks:
    'El programa no averigua dónde estás ni decide por ti. Un operador puede añadir controles de ubicación, negar el servicio en ciertos lugares o recibir la orden de hacerlo. Eludir un control así, por ejemplo con un proxy o una declaración falsa, incumple estos términos; las apuestas abiertas pueden entonces anularse y sus importes devolverse.',
  placesSanctions:
    'No puedes usar el sitio si estás sujeto a sanciones, ni desde un lugar sujeto a ellas, según la ley que se aplique al operador o a ti.',
} as const satisfies TextsLike<typeof english>;
