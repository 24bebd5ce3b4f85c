/** Every script of Unicode, by its code of ISO 15924. */
const scripts =
  'Latn Cyrl Grek Arab Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr ' +
  'Geor Armn Hang Hani Hira Kana Bopo Ethi Khmr Thaa Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk ' +
  'Bhks Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp ' +
  'Elba Elym Glag Gong Gonm Goth Gran Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj ' +
  'Kits Kthi Lana Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero ' +
  'Modi Mong Mroo Mtei Mult Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Osge Osma Ougr Palm ' +
  'Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind ' +
  'Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tfng Tglg Tirh Tnsa Toto Ugar ' +
  'Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb'

/** Japanese, Chinese and Korean mix scripts, and add Latin letters. */
const mixtures = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
]

/** Characters of no script, such as digits and signs, are allowed with each. */
const onlyOf = (codes: string[]) =>
  new RegExp(`^[${['Zyyy', 'Zinh', ...codes].map(code => `\\p{scx=${code}}`).join('')}]*$`, 'u')

let patterns: RegExp[] | undefined

/**
 * Whether a text has one script, or a mixture that a language uses: the level 'highly restrictive' of
 * UTS 39.
 */
export function isOfOneScript(text: string): boolean {
  patterns ??= [...scripts.split(' ').map(code => [code]), ...mixtures].map(onlyOf)
  return patterns.some(pattern => pattern.test(text))
}
