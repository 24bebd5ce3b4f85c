import { expect, test } from 'vitest'
import { readCsv } from '../../../scripts/organise/csv.ts'

const cells = (text: string) => readCsv(text).map(({ cells }) => cells)

test('cells are quoted or plain, parted by commas or semicolons, with any ends of lines', () => {
  expect(cells('\ufeffname,team\r\nanna,"The ""Owls"", all"\r\n\r\n,\nben , \n')).toEqual([
    ['name', 'team'],
    ['anna', 'The "Owls", all'],
    ['ben', ''],
  ])
  expect(cells('name;team\nanna;a,b;')).toEqual([
    ['name', 'team'],
    ['anna', 'a,b', ''],
  ])
  expect([cells(''), cells('\n'), cells('""')]).toEqual([[], [], []])
})

test('tabs part cells, and a carriage return alone ends a line, as some spreadsheets write them', () => {
  expect(cells('name\tteam\tgroup\nanna\t"The ""Owls"""\t\n')).toEqual([
    ['name', 'team', 'group'],
    ['anna', 'The "Owls"', ''],
  ])
  expect(readCsv('name;team\ranna;"a\rb"\rben;c\r')).toEqual([
    { line: 1, cells: ['name', 'team'] },
    { line: 2, cells: ['anna', 'a\rb'] },
    { line: 4, cells: ['ben', 'c'] },
  ])
  expect(() => readCsv('name\ranna\r"ben')).toThrow('line 3: ')
})

test('a line keeps its number behind cells of several lines', () => {
  expect(readCsv('name,team\nanna,"a\nb"\n\nben,c').map(({ line }) => line)).toEqual([1, 2, 5])
})

test('a quotation mark that is not closed, or stands alone, is named by its line', () => {
  const wrong = 'a quotation mark is not closed, or stands alone'
  expect(() => readCsv('name\nanna\n"ben')).toThrow(`line 3: ${wrong}`)
  expect(() => readCsv('name\nan"na\n')).toThrow(`line 2: ${wrong}`)
  expect(() => readCsv('name\n"anna"s\n')).toThrow(`line 2: ${wrong}`)
})

test('a long cell is read, and one that has no end is named', () => {
  const long = 'a ""quotation"" \n'.repeat(2 ** 14)
  expect(cells(`name\n"${long}"`)).toEqual([['name'], [long.replaceAll('""', '"')]])
  for (const endless of [long, '\n'.repeat(2 ** 22)])
    expect(() => readCsv(`name\n"${endless}`)).toThrow('line 2: a quotation mark is not closed')
})
