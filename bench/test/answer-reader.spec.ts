import { AnswerReader, type ReadAnswer } from '../src/flood/answer-reader.js';

const answers = {
  'a length': ['HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello', { status: 201, closes: false }],
  'no content': ['HTTP/1.1 204 No Content\r\ndate: now\r\n\r\n', { status: 204, closes: false }],
  'an empty body': ['HTTP/1.1 303 See Other\r\ncontent-length: 0\r\n\r\n', { status: 303, closes: false }],
  chunks: ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', { status: 200, closes: false }],
  'no chunk': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', { status: 200, closes: false }],
  'the end of the connection': [
    'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\ncontent-length: 2\r\n\r\n{}',
    { status: 408, closes: true },
  ],
} as const satisfies Record<string, readonly [string, ReadAnswer]>;

describe('the reader of answers to a flood', () => {
  it.each(Object.entries(answers))('reads an answer with %s once its last byte has come, however it is cut', (_, [text, answer]) => {
    const reader = new AnswerReader();
    for (let time = 0; time < 2; time += 1) {
      for (const byte of text.slice(0, -1)) expect(reader.read(byte)).toBeUndefined();
      expect(reader.read(text.at(-1)!)).toEqual(answer);
      expect(reader.read(text)).toEqual(answer);
    }
  });
});
