// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createApp } from './app';

test('back goes to where the reader was, step by step, and no further than where they began', () => {
  const app = createApp();
  app.go({ page: 'history' });
  app.go({ page: 'timeline', series: ['Questions'] });
  app.go({ page: 'settings' });
  const back = () => {
    app.back();
    return app.stores.route.get();
  };
  expect(back()).toEqual({ page: 'timeline', series: ['Questions'] });
  expect(back()).toEqual({ page: 'history' });
  app.go({ page: 'rules' });
  expect(back()).toEqual({ page: 'history' });
  expect(back()).toEqual({ page: 'welcome' });
  expect(back()).toEqual({ page: 'welcome' });
});
