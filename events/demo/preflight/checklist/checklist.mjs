// Preflight checklist of the flying club Guidon Field. Usage: node checklist.mjs 'GUIDON{...}'
const magnetos = [0x4c, 0x65, 0x66, 0x74]
const expected = '0b3131330730231f310c1c364a190f2b484b162e4c224f32421c35'

const answer = process.argv[2] ?? ''
const turned = [...answer]
  .map((letter, position) => ((letter.charCodeAt(0) ^ magnetos[position % 4]) + position) & 0xff)
  .map(byte => byte.toString(16).padStart(2, '0'))
  .join('')

console.log(`magnetos ......... ${turned === expected ? 'both, clear for taxi' : 'off'}`)
