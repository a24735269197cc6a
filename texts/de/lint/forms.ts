/** The required form of a field, for its error message: „muss … sein“. */
export const forms = {
  form_policyId: 'die Kennung eines Eskalationsplans',
  form_path: 'ein Pfad wie {example}',
  form_localTime: 'ein örtlicher Zeitpunkt wie {example}, ohne Sekunden und ohne UTC-Abstand',
  form_date: 'ein Datum wie 2026-01-05',
  form_entry: 'ein Objekt mit „email“, „slack“ oder beidem (wer benachrichtigt wird)',
  form_entries: 'ein Objekt mit höchstens {most} Einträgen',
  form_owner: 'ein Slack-Kanal wie #fleet-safety oder eine E-Mail-Adresse',
  form_ruleId: 'die Kennung einer Regel',
  form_logo:
    'die https-Adresse eines Bildes oder eine data-Adresse mit PNG, JPEG, GIF oder WebP von höchstens {most} Zeichen',
  form_colour: 'eine Farbe wie #12395f',
  form_phone: 'eine Telefonnummer wie +49 30 123456',
  form_addressOfPerson: 'eine E-Mail-Adresse wie ann@example.com',
  form_addressOfLead: 'eine E-Mail-Adresse wie lead@example.com',
  form_language: 'ein Sprachkürzel wie de oder en-GB',
  form_utcTime: 'ein Zeitpunkt mit UTC-Abstand',
  form_addressOfAction:
    'eine E-Mail-Adresse wie lead@example.com, route:ID, driver:manager oder driver:email',
  form_addressOfPage: 'eine E-Mail-Adresse wie lead@example.com, rotation:ID, route:ID oder driver:manager',
  form_addressOfEntry: 'eine E-Mail-Adresse wie lead@example.com, rotation:ID oder driver:manager',
  form_addressOfDigest: 'eine E-Mail-Adresse wie lead@example.com oder route:ID',
  form_channelOfAction: 'ein Slack-Kanal wie #fleet-safety, seine Kennung wie C0123456789 oder route:ID',
  form_channelOfPage:
    'ein Slack-Kanal wie #safety-urgent, die Kennung eines Kanals oder einer Person wie U01ABCDEF, rotation:ID oder route:ID',
  form_slackPerson:
    'die Kennung einer Person in Slack, zum Beispiel U01ABCDEF (in Slack: Profil, „Mitglieds-ID kopieren“)',
  form_channelOfEntry:
    'ein Slack-Kanal wie #north, die Kennung eines Kanals oder einer Person wie U01ABCDEF oder rotation:ID',
  form_channelOfAsk:
    'ein Slack-Kanal wie #fleet-safety, die Kennung eines Kanals oder einer Person oder route:ID',
  form_channelOfDigest: 'ein Slack-Kanal wie #fleet, seine Kennung wie C0123456789 oder route:ID',
  form_line: 'ein Text in einer Zeile, ohne Steuerzeichen',
  form_duration: 'eine Dauer, also eine ganze Zahl und s, m, h oder d, zum Beispiel 30s, 10m, 24h oder 7d',
  form_timeOfDay: 'eine Uhrzeit wie 22:00',
  form_timezone: 'eine IANA-Zeitzone wie Europe/Berlin',
  form_batchLength:
    'eine Zahl ganzer Minuten, die einen Tag teilt, wie 15m, 1h, 4h oder 24h, oder ganze Tage bis 7d',
  form_batch: `entweder '{' "every": "1h" '}' oder '{' "at": "08:00", "timezone": "Europe/Berlin" '}' (dazu auf Wunsch "days")`,
  form_webAddress: 'eine Adresse mit https://, ohne Benutzer, Passwort oder Fragment',
  form_id:
    'eine Kennung aus kleinen Buchstaben, Ziffern und Bindestrichen, höchstens 63 Zeichen, mit Buchstabe oder Ziffer am Anfang',
  form_addressOrChannel: 'eine E-Mail-Adresse wie lead@example.com oder ein Slack-Kanal wie #fleet',
  form_textOrNumber: 'ein Text oder eine ganze Zahl',
} as const;
