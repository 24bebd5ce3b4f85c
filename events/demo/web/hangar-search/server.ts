/** The hangar register. Its flaw: the search text becomes a part of the SQL. */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const { PORT = '8080', HOST = '127.0.0.1', FLAG = 'GUIDON{no-flag-here}' } = process.env

const database = new DatabaseSync(':memory:')
database.exec(`
  CREATE TABLE aircraft (registration TEXT, type TEXT, owner TEXT, listed INTEGER);
  CREATE TABLE sealed_crates (label TEXT, contents TEXT);
  INSERT INTO aircraft VALUES
    ('D-EFGU', 'Cessna 172', 'Flying club', 1),
    ('D-EIDO', 'Piper PA-28', 'Flying club', 1),
    ('D-KNIG', 'Motor glider SF 25', 'A. Rosin', 1),
    ('D-1848', 'Glider ASK 13', 'Youth group', 1),
    ('D-MAST', 'Ultralight C42', 'B. Standarte', 1),
    ('D-EXXX', 'Antonov An-2', 'unknown', 0);
  INSERT INTO sealed_crates VALUES ('Spare propeller', 'one propeller, used');
`)
database.prepare('INSERT INTO sealed_crates VALUES (?, ?)').run('Do not open', FLAG)

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://hangar')
  if (url.pathname !== '/') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing here.\n')
    return
  }
  const type = (url.searchParams.get('type') ?? '').slice(0, 500)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(type))
}).listen(Number(PORT), HOST)

function page(type: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hangar register</title>
<style>body{font:1rem/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ccc}
input,button{font:inherit;padding:.3rem .6rem}.error{color:#a00;font-family:monospace}</style>
<h1>Hangar register</h1>
<form><label>Type of aircraft <input name="type" value="${escapeHtml(type)}" placeholder="Cessna"></label>
<button>Search</button></form>
${search(type)}
</html>
`
}

function search(type: string): string {
  const sql = `SELECT registration, type, owner FROM aircraft WHERE listed = 1 AND type LIKE '%${type}%'`
  try {
    const rows = database.prepare(sql).all()
    if (rows.length === 0) return '<p>No such aircraft.</p>'
    const cells = rows.map(row => `<tr>${Object.values(row).map(cell).join('')}</tr>`)
    return `<table><tr><th>Registration<th>Type<th>Owner</tr>${cells.join('\n')}</table>`
  } catch (error) {
    return `<p class="error">${escapeHtml((error as Error).message)}</p>`
  }
}

const cell = (value: unknown) => `<td>${escapeHtml(String(value ?? ''))}</td>`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
