import { Button, Input, List, NavBar, Radio, Skeleton } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { post } from '../../shared/api.js';

export default function Pay() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [repayment, setRepayment] = useState(null);
  const [part, setPart] = useState('all');
  const [channel, setChannel] = useState('mpesa');
  const [amount, setAmount] = useState('');
  useEffect(() => void post('/repayment', { page: 'pay' }).then(setRepayment), []);
  return (
    <div>
      <NavBar onBack={() => navigate(-1)}>{t('payTitle')}</NavBar>
      {!repayment && <Skeleton.Paragraph lineCount={6} animated />}
      {repayment && (
        <>
          <h2>{t('howMuch')}</h2>
          <Radio.Group value={part} onChange={setPart}>
            <List mode="card">
              <List.Item description={t('all')} prefix={<Radio value="all" />} onClick={() => setPart('all')}>
                {repayment.all}
              </List.Item>
              <List.Item description={t('rule')} prefix={<Radio value="other" />} onClick={() => setPart('other')}>
                {t('other')}
              </List.Item>
            </List>
          </Radio.Group>
          {part === 'other' && <Input id="amount" inputMode="numeric" placeholder={t('amount')} value={amount} onChange={setAmount} />}
          <h2>{t('how')}</h2>
          <Radio.Group value={channel} onChange={setChannel}>
            <List mode="card">
              {repayment.channels.map((one) => (
                <List.Item key={one} prefix={<Radio value={one} />} onClick={() => setChannel(one)}>
                  {t(one)}
                </List.Item>
              ))}
            </List>
          </Radio.Group>
          <h2>{t('history')}</h2>
          <List mode="card">
            {['moreTime', 'notShowing', 'agreement'].map((key) => (
              <List.Item key={key} description={t(`${key}Note`)} onClick={() => undefined}>
                {t(key)}
              </List.Item>
            ))}
          </List>
          <Button block color="primary" onClick={() => post('/pay', { part, amount, channel })}>
            {t('pay')} {repayment.all}
          </Button>
        </>
      )}
    </div>
  );
}
