import { expect, test } from 'vitest'
import { accessTo } from '../../../src/ui/challenge/instance/endpoint.ts'

test.each([
  [
    'http',
    '10.0.0.2',
    8080,
    'http://10.0.0.2:8080/',
    ['http://10.0.0.2:8080/', 'curl http://10.0.0.2:8080/'],
  ],
  ['https', '10.0.0.2', 443, 'https://10.0.0.2/', ['https://10.0.0.2/', 'curl https://10.0.0.2/']],
  ['http', 'fd00::2', 80, 'http://[fd00::2]/', ['http://[fd00::2]/', 'curl http://[fd00::2]/']],
  ['ssh', '10.0.0.2', 22, null, ['ssh 10.0.0.2']],
  ['ssh', '10.0.0.2', 2222, null, ['ssh -p 2222 10.0.0.2']],
  ['tcp', 'fd00::2', 4000, null, ['nc fd00::2 4000']],
  ['udp', '10.0.0.2', 53, null, ['nc -u 10.0.0.2 53']],
  ['modbus', '10.0.0.2', 502, null, ['10.0.0.2:502']],
  ['modbus', 'fd00::2', 502, null, ['[fd00::2]:502']],
])('%s at %s, port %i', (protocol, ip, port, url, commands) => {
  expect(accessTo({ protocol, ip, port, title: '' })).toEqual({ url, commands })
})
